//! Reads the dependencies between the modules of a package from its source: `crate::`, `super::`
//! and `self::`, nested use-trees, paths inside code and macros. Tests are excluded.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, File, Item, UseTree, Visibility};

/// A path: the names of modules from the root, then perhaps an item.
type Route = Vec<String>;

/// The dependencies of a file.
#[derive(Default)]
pub struct Source {
    /// The file's path, such as `games/race/board.rs`.
    pub name: String,
    /// The files of the package whose items it uses.
    pub files: BTreeSet<String>,
    /// The items of the package it uses, where they are defined: `play::session::Table`.
    pub items: BTreeSet<String>,
    /// The paths of other packages it uses, such as `std::fs::read`.
    pub others: BTreeSet<String>,
    /// The names of the methods it calls.
    pub methods: BTreeSet<String>,
    /// The string literals in it.
    pub texts: Vec<String>,
}

/// Reads the Rust files below a folder.
pub fn read(folder: &Path) -> Vec<Source> {
    let mut package = Package::default();
    let root = if folder.join("lib.rs").exists() { "lib.rs" } else { "main.rs" };
    package.load(folder, root, Vec::new());
    assert!(package.files.len() > 5, "{} has sources", folder.display());
    package.files.iter().map(|file| package.source(file)).collect()
}

#[derive(Default)]
struct Package {
    modules: BTreeMap<Route, Module>,
    files: Vec<Loaded>,
}

/// The names visible in a module.
#[derive(Default)]
struct Module {
    file: String,
    /// The names that `use` imports.
    names: BTreeMap<String, Route>,
    /// The modules that `use` imports by glob.
    globs: Vec<Route>,
    /// The names of items defined in the module.
    items: BTreeSet<String>,
}

struct Loaded {
    name: String,
    module: Route,
    code: File,
}

/// The target of a path.
enum End {
    /// A module and an item in it.
    Here(Route, Route),
    /// A path outside of the package.
    Outside(Route),
    /// No path: a variable, or a type of the language.
    Nowhere,
}

impl Package {
    fn load(&mut self, folder: &Path, name: &str, module: Route) {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        let code = syn::parse_file(&text).unwrap_or_else(|why| panic!("{name}: {why}"));
        self.declare(folder, name, &module, &code.items);
        self.files.push(Loaded { name: name.to_owned(), module, code });
    }

    /// Records the items of a module, and reads the files of its submodules.
    fn declare(&mut self, folder: &Path, file: &str, module: &Route, items: &[Item]) {
        self.modules.entry(module.clone()).or_default().file = file.to_owned();
        for item in items.iter().filter(|item| !attributes(item).iter().any(for_tests)) {
            let here = self.modules.get_mut(module).unwrap();
            match item {
                Item::Use(item) => {
                    for (name, route) in spread(&item.tree) {
                        match name.as_str() {
                            "*" => here.globs.push(route),
                            _ => drop(here.names.insert(name, route)),
                        }
                    }
                }
                Item::Mod(item) => {
                    let mut below = module.clone();
                    below.push(item.ident.to_string());
                    match &item.content {
                        Some((_, items)) => self.declare(folder, file, &below, items),
                        None => {
                            let path = below.join("/");
                            let flat = format!("{path}.rs");
                            let is_flat = folder.join(&flat).exists();
                            let file = if is_flat { flat } else { format!("{path}/mod.rs") };
                            self.load(folder, &file, below);
                        }
                    }
                }
                _ => here.items.extend(name_of(item)),
            }
        }
    }

    fn source(&self, file: &Loaded) -> Source {
        let mut reader = Reader {
            package: self,
            module: file.module.clone(),
            source: Source { name: file.name.clone(), ..Source::default() },
        };
        reader.visit_file(&file.code);
        reader.source.files.remove(&file.name);
        reader.source
    }

    /// Resolves a path written in a module.
    fn follow(&self, module: &Route, route: &[String], depth: usize) -> End {
        let Some(first) = route.first().filter(|_| depth < 32) else { return End::Nowhere };
        match first.as_str() {
            "crate" => return self.descend(Vec::new(), &route[1..], depth),
            "self" => return self.descend(module.clone(), &route[1..], depth),
            "super" => {
                let up = route.iter().take_while(|name| *name == "super").count();
                let above = module[..module.len().saturating_sub(up)].to_vec();
                return self.descend(above, &route[up..], depth);
            }
            "Self" => return End::Nowhere,
            _ => {}
        }
        let mut below = module.clone();
        below.push(first.clone());
        let here = &self.modules[module];
        if self.modules.contains_key(&below) || here.items.contains(first) {
            return self.descend(module.clone(), route, depth);
        }
        if let Some(target) = here.names.get(first) {
            // `use serde;` names itself and leads outside.
            if target.first() != Some(first) {
                let whole = [target, &route[1..]].concat();
                return self.follow(module, &whole, depth + 1);
            }
            return End::Outside([target, &route[1..]].concat());
        }
        match self.through_globs(module, route, depth) {
            Some(end) => end,
            None if route.len() > 1 => End::Outside(route.to_vec()),
            None => End::Nowhere,
        }
    }

    /// Resolves a path below a module, through re-exports.
    fn descend(&self, module: Route, route: &[String], depth: usize) -> End {
        let Some(first) = route.first() else { return End::Here(module, Route::new()) };
        let mut below = module.clone();
        below.push(first.clone());
        if self.modules.contains_key(&below) {
            return self.descend(below, &route[1..], depth);
        }
        let here = &self.modules[&module];
        if let Some(target) = here.names.get(first).filter(|_| !here.items.contains(first)) {
            let whole = [target, &route[1..]].concat();
            if target.first() == Some(first) {
                return End::Outside(whole);
            }
            return self.follow(&module, &whole, depth + 1);
        }
        let passed_on = self.through_globs(&module, route, depth);
        passed_on.unwrap_or_else(|| End::Here(module, route.to_vec()))
    }

    /// Resolves a path whose first name is imported by a glob.
    fn through_globs(&self, module: &Route, route: &[String], depth: usize) -> Option<End> {
        let here = &self.modules[module];
        if here.items.contains(&route[0]) {
            return None;
        }
        here.globs.iter().find_map(|glob| {
            let End::Here(target, _) = self.follow(module, glob, depth + 1) else { return None };
            let there = &self.modules[&target];
            let known = there.items.contains(&route[0]) || there.names.contains_key(&route[0]);
            known.then(|| self.descend(target, route, depth + 1))
        })
    }
}

/// Collects the dependencies of a file.
struct Reader<'a> {
    package: &'a Package,
    module: Route,
    source: Source,
}

impl Reader<'_> {
    fn uses(&mut self, route: &[String]) {
        match self.package.follow(&self.module, route, 0) {
            End::Here(module, item) => {
                self.source.files.insert(self.package.modules[&module].file.clone());
                self.source.items.insert([module, item].concat().join("::"));
            }
            End::Outside(route) => drop(self.source.others.insert(route.join("::"))),
            End::Nowhere => {}
        }
    }

    /// Looks for paths in the tokens of a macro call.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut route = Route::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.path(&std::mem::take(&mut route));
                    }
                    route.push(name.to_string());
                    colons = 0;
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.path(&std::mem::take(&mut route));
                    self.tokens(group.stream());
                    colons = 0;
                }
                TokenTree::Literal(literal) => {
                    if let Ok(text) = syn::parse_str::<syn::LitStr>(&literal.to_string()) {
                        self.source.texts.push(text.value());
                    }
                    self.path(&std::mem::take(&mut route));
                    colons = 0;
                }
                TokenTree::Punct(_) => {
                    self.path(&std::mem::take(&mut route));
                    colons = 0;
                }
            }
        }
        self.path(&route);
    }

    /// Resolves a path in the code. A single lower-case name is a variable, not a dependency.
    fn path(&mut self, route: &[String]) {
        let small = |name: &String| name.starts_with(|c: char| c.is_lowercase() || c == '_');
        if route.len() > 1 || route.first().is_some_and(|name| !small(name)) {
            self.uses(route);
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !attributes(item).iter().any(for_tests) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !item.attrs.iter().any(for_tests) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        for (_, route) in spread(&item.tree) {
            // A re-export from a submodule counts as a use by its importers.
            let mut below = self.module.clone();
            below.extend(route.iter().find(|name| *name != "self").cloned());
            let passes_on = !matches!(item.vis, Visibility::Inherited);
            if !(passes_on && self.package.modules.contains_key(&below)) {
                self.uses(&route);
            }
        }
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let syn::Expr::Path(path) = &*call.func {
            self.uses(&route_of(&path.path));
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.source.methods.insert(call.method.to_string());
        visit::visit_expr_method_call(self, call);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.path(&route_of(path));
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        self.path(&route_of(&called.path));
        self.tokens(called.tokens.clone());
    }

    fn visit_lit_str(&mut self, text: &'ast syn::LitStr) {
        self.source.texts.push(text.value());
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}

fn route_of(path: &syn::Path) -> Route {
    path.segments.iter().map(|segment| segment.ident.to_string()).collect()
}

/// Returns every name that a use-tree imports, with its path; `*` for a glob.
fn spread(tree: &UseTree) -> Vec<(String, Route)> {
    match tree {
        UseTree::Path(path) => {
            let mut inner = spread(&path.tree);
            for (name, route) in &mut inner {
                if name == "self" {
                    *name = path.ident.to_string();
                }
                if route.first().is_some_and(|first| first == "self") {
                    route.clear();
                }
                route.insert(0, path.ident.to_string());
            }
            inner
        }
        UseTree::Name(name) => vec![(name.ident.to_string(), vec![name.ident.to_string()])],
        UseTree::Rename(name) => vec![(name.rename.to_string(), vec![name.ident.to_string()])],
        UseTree::Glob(_) => vec![("*".to_owned(), Route::new())],
        UseTree::Group(group) => group.items.iter().flat_map(spread).collect(),
    }
}

/// Returns true if an item exists only for tests.
fn for_tests(attribute: &Attribute) -> bool {
    match &attribute.meta {
        syn::Meta::Path(path) => path.is_ident("test"),
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        _ => false,
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}
