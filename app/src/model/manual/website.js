// Shows only the entries of the table of contents whose section contains the text typed.
"use strict";

const field = document.querySelector("nav input");
const entries = [...document.querySelectorAll("nav li")];

// Returns the text from a heading to the next one, in lower case.
function sectionText(heading) {
    let text = heading.textContent;
    let next = heading.nextElementSibling;
    while (next && !/^H[1-3]$/.test(next.tagName)) {
        text += " " + next.textContent;
        next = next.nextElementSibling;
    }
    return text.toLowerCase();
}

const texts = entries.map((entry) => {
    const anchor = decodeURIComponent(entry.querySelector("a").hash.slice(1));
    const heading = document.getElementById(anchor);
    return heading ? sectionText(heading) : "";
});

field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    entries.forEach((entry, index) => {
        entry.hidden = !words.every((word) => texts[index].includes(word));
    });
    // An entry with a match below it stays.
    for (const entry of entries) {
        if (!entry.hidden) {
            let parent = entry.parentElement.closest("li");
            while (parent) {
                parent.hidden = false;
                parent = parent.parentElement.closest("li");
            }
        }
    }
});
