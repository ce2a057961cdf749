// SHA-256 (FIPS 180-4) and hexadecimal text. Browsers offer crypto.subtle only on https pages and
// on localhost, and a page on a local network is neither.

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
const K = new Uint32Array(64);
// The first 32 bits of the fractional parts of the square roots of the first 8 primes.
const START = new Uint32Array(8);

fillConstants();

function fillConstants() {
	const primes = [];
	for (let n = 2; primes.length < 64; n += 1) {
		if (primes.every((prime) => n % prime !== 0)) primes.push(n);
	}
	const fraction = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32);
	primes.forEach((prime, at) => { K[at] = fraction(Math.cbrt(prime)); });
	primes.slice(0, 8).forEach((prime, at) => { START[at] = fraction(Math.sqrt(prime)); });
}

const rotate = (word, by) => (word >>> by) | (word << (32 - by));

// Returns the message with its padding: a 1 bit, zeros, and the length in bits.
function padded(message) {
	const length = ((message.length + 8) >> 6 << 6) + 64;
	const bytes = new Uint8Array(length);
	bytes.set(message);
	bytes[message.length] = 0x80;
	const view = new DataView(bytes.buffer);
	view.setUint32(length - 8, Math.floor(message.length / 2 ** 29));
	view.setUint32(length - 4, message.length * 8 >>> 0);
	return view;
}

// Mixes one block of 64 bytes into the state.
function compress(state, view, offset, words) {
	for (let t = 0; t < 16; t += 1) words[t] = view.getUint32(offset + t * 4);
	for (let t = 16; t < 64; t += 1) {
		const [far, near] = [words[t - 15], words[t - 2]];
		const s0 = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3);
		const s1 = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10);
		words[t] = words[t - 16] + s0 + words[t - 7] + s1;
	}
	let [a, b, c, d, e, f, g, h] = state;
	for (let t = 0; t < 64; t += 1) {
		const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
		const one = (h + sum1 + ((e & f) ^ (~e & g)) + K[t] + words[t]) | 0;
		const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
		const two = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
		[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
	}
	[a, b, c, d, e, f, g, h].forEach((word, at) => { state[at] += word; });
}

// Returns the SHA-256 of bytes, as 32 bytes.
export function sha256(message) {
	const view = padded(message);
	const state = START.slice();
	const words = new Uint32Array(64);
	for (let offset = 0; offset < view.byteLength; offset += 64) compress(state, view, offset, words);
	const hash = new DataView(new ArrayBuffer(32));
	state.forEach((word, at) => hash.setUint32(at * 4, word));
	return new Uint8Array(hash.buffer);
}

export function toHex(bytes) {
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

// Returns the bytes of hexadecimal digits, or null if the text is something else.
export function fromHex(text) {
	if (typeof text !== 'string' || !/^([0-9a-f]{2})*$/i.test(text)) return null;
	return Uint8Array.from(text.match(/../g) ?? [], (digits) => parseInt(digits, 16));
}

export const bytesOf = (text) => new TextEncoder().encode(text);

export function joined(...parts) {
	const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
	let at = 0;
	for (const part of parts) {
		bytes.set(part, at);
		at += part.length;
	}
	return bytes;
}

export const randomBytes = (count) => crypto.getRandomValues(new Uint8Array(count));
