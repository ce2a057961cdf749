//! Reads the dependencies between the modules of a package from its source.
//!
//! It follows `crate::`, `super::` and `self::`, nested use-trees, re-exports, and paths inside
//! code and macros. Tests are excluded.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, File, Item, UseTree, Visibility};

/// A path: the names of modules from the root, then perhaps the name of an item.
type ModulePath = Vec<String>;

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

/// All modules and files of a package.
#[derive(Default)]
struct Package {
    modules: BTreeMap<ModulePath, Module>,
    files: Vec<SourceFile>,
}

/// A module and the names that are visible in it.
#[derive(Default)]
struct Module {
    file: String,
    /// The names that `use` imports.
    names: BTreeMap<String, ModulePath>,
    /// The modules that `use` imports by glob.
    globs: Vec<ModulePath>,
    /// The names of items defined in the module.
    items: BTreeSet<String>,
}

/// A parsed file.
struct SourceFile {
    name: String,
    /// The module of the file.
    module: ModulePath,
    code: File,
}

/// The target of a path.
enum Target {
    /// A module and an item in it.
    Inside(ModulePath, ModulePath),
    /// A path outside of the package.
    Outside(ModulePath),
    /// Nothing to resolve: a variable, or a type of the language.
    Nowhere,
}

impl Package {
    /// Reads a file and its submodules.
    fn load(&mut self, folder: &Path, name: &str, module: ModulePath) {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        let code = syn::parse_file(&text).unwrap_or_else(|why| panic!("{name}: {why}"));
        self.declare(folder, name, &module, &code.items);
        self.files.push(SourceFile { name: name.to_owned(), module, code });
    }

    /// Records the items of a module, and reads the files of its submodules.
    fn declare(&mut self, folder: &Path, file: &str, module: &ModulePath, items: &[Item]) {
        self.modules.entry(module.clone()).or_default().file = file.to_owned();
        for item in items.iter().filter(|item| !attributes(item).iter().any(is_for_tests)) {
            let current = self.modules.get_mut(module).unwrap();
            match item {
                Item::Use(item) => {
                    for (name, path_names) in imports_of(&item.tree) {
                        match name.as_str() {
                            "*" => current.globs.push(path_names),
                            _ => drop(current.names.insert(name, path_names)),
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
                _ => current.items.extend(name_of(item)),
            }
        }
    }

    /// Returns the dependencies of a file.
    fn source(&self, file: &SourceFile) -> Source {
        let mut reader = Reader {
            package: self,
            module: file.module.clone(),
            source: Source { name: file.name.clone(), ..Source::default() },
        };
        reader.visit_file(&file.code);
        reader.source.files.remove(&file.name);
        reader.source
    }

    /// Resolves a path that is written in a module. `depth` limits chains of imports.
    fn resolve(&self, module: &ModulePath, path_names: &[String], depth: usize) -> Target {
        let Some(first) = path_names.first().filter(|_| depth < 32) else { return Target::Nowhere };
        match first.as_str() {
            "crate" => return self.resolve_below(Vec::new(), &path_names[1..], depth),
            "self" => return self.resolve_below(module.clone(), &path_names[1..], depth),
            "super" => {
                let up = path_names.iter().take_while(|name| *name == "super").count();
                let above = module[..module.len().saturating_sub(up)].to_vec();
                return self.resolve_below(above, &path_names[up..], depth);
            }
            "Self" => return Target::Nowhere,
            _ => {}
        }
        let mut below = module.clone();
        below.push(first.clone());
        let current = &self.modules[module];
        if self.modules.contains_key(&below) || current.items.contains(first) {
            return self.resolve_below(module.clone(), path_names, depth);
        }
        if let Some(target) = current.names.get(first) {
            // `use serde;` imports its own name and leads outside.
            if target.first() != Some(first) {
                let full_path = [target, &path_names[1..]].concat();
                return self.resolve(module, &full_path, depth + 1);
            }
            return Target::Outside([target, &path_names[1..]].concat());
        }
        match self.resolve_through_globs(module, path_names, depth) {
            Some(end) => end,
            None if path_names.len() > 1 => Target::Outside(path_names.to_vec()),
            None => Target::Nowhere,
        }
    }

    /// Resolves a path below a module, through re-exports.
    fn resolve_below(&self, module: ModulePath, path_names: &[String], depth: usize) -> Target {
        let Some(first) = path_names.first() else {
            return Target::Inside(module, ModulePath::new());
        };
        let mut below = module.clone();
        below.push(first.clone());
        if self.modules.contains_key(&below) {
            return self.resolve_below(below, &path_names[1..], depth);
        }
        let current = &self.modules[&module];
        if let Some(target) = current.names.get(first).filter(|_| !current.items.contains(first)) {
            let full_path = [target, &path_names[1..]].concat();
            if target.first() == Some(first) {
                return Target::Outside(full_path);
            }
            return self.resolve(&module, &full_path, depth + 1);
        }
        let through_glob = self.resolve_through_globs(&module, path_names, depth);
        through_glob.unwrap_or_else(|| Target::Inside(module, path_names.to_vec()))
    }

    /// Resolves a path whose first name is imported by a glob.
    fn resolve_through_globs(
        &self,
        module: &ModulePath,
        path_names: &[String],
        depth: usize,
    ) -> Option<Target> {
        let current = &self.modules[module];
        if current.items.contains(&path_names[0]) {
            return None;
        }
        current.globs.iter().find_map(|glob| {
            let Target::Inside(target, _) = self.resolve(module, glob, depth + 1) else {
                return None;
            };
            let globbed = &self.modules[&target];
            let known = globbed.items.contains(&path_names[0])
                || globbed.names.contains_key(&path_names[0]);
            known.then(|| self.resolve_below(target, path_names, depth + 1))
        })
    }
}

/// Collects the dependencies of a file.
struct Reader<'a> {
    package: &'a Package,
    module: ModulePath,
    source: Source,
}

impl Reader<'_> {
    /// Records a use of a path.
    fn uses(&mut self, path_names: &[String]) {
        match self.package.resolve(&self.module, path_names, 0) {
            Target::Inside(module, item) => {
                self.source.files.insert(self.package.modules[&module].file.clone());
                self.source.items.insert([module, item].concat().join("::"));
            }
            Target::Outside(path_names) => drop(self.source.others.insert(path_names.join("::"))),
            Target::Nowhere => {}
        }
    }

    /// Looks for paths in the tokens of a macro call.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path_names = ModulePath::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.path(&std::mem::take(&mut path_names));
                    }
                    path_names.push(name.to_string());
                    colons = 0;
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.path(&std::mem::take(&mut path_names));
                    self.tokens(group.stream());
                    colons = 0;
                }
                TokenTree::Literal(literal) => {
                    if let Ok(text) = syn::parse_str::<syn::LitStr>(&literal.to_string()) {
                        self.source.texts.push(text.value());
                    }
                    self.path(&std::mem::take(&mut path_names));
                    colons = 0;
                }
                TokenTree::Punct(_) => {
                    self.path(&std::mem::take(&mut path_names));
                    colons = 0;
                }
            }
        }
        self.path(&path_names);
    }

    /// Resolves a path in the code. A single lower-case name is a variable, not a dependency.
    fn path(&mut self, path_names: &[String]) {
        let is_lower_case =
            |name: &String| name.starts_with(|c: char| c.is_lowercase() || c == '_');
        if path_names.len() > 1 || path_names.first().is_some_and(|name| !is_lower_case(name)) {
            self.uses(path_names);
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !attributes(item).iter().any(is_for_tests) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !item.attrs.iter().any(is_for_tests) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        for (_, path_names) in imports_of(&item.tree) {
            // A re-export from a submodule counts as a use by its importers.
            let mut below = self.module.clone();
            below.extend(path_names.iter().find(|name| *name != "self").cloned());
            let is_reexport = !matches!(item.vis, Visibility::Inherited);
            if !(is_reexport && self.package.modules.contains_key(&below)) {
                self.uses(&path_names);
            }
        }
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let syn::Expr::Path(path) = &*call.func {
            self.uses(&path_of(&path.path));
        }
        visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.source.methods.insert(call.method.to_string());
        visit::visit_expr_method_call(self, call);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.path(&path_of(path));
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        self.path(&path_of(&called.path));
        self.tokens(called.tokens.clone());
    }

    fn visit_lit_str(&mut self, text: &'ast syn::LitStr) {
        self.source.texts.push(text.value());
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}

fn path_of(path: &syn::Path) -> ModulePath {
    path.segments.iter().map(|segment| segment.ident.to_string()).collect()
}

/// Returns every name that a use-tree imports, with its path. The name of a glob is `*`.
fn imports_of(tree: &UseTree) -> Vec<(String, ModulePath)> {
    match tree {
        UseTree::Path(path) => {
            let mut inner = imports_of(&path.tree);
            for (name, path_names) in &mut inner {
                if name == "self" {
                    *name = path.ident.to_string();
                }
                if path_names.first().is_some_and(|first| first == "self") {
                    path_names.clear();
                }
                path_names.insert(0, path.ident.to_string());
            }
            inner
        }
        UseTree::Name(name) => vec![(name.ident.to_string(), vec![name.ident.to_string()])],
        UseTree::Rename(name) => vec![(name.rename.to_string(), vec![name.ident.to_string()])],
        UseTree::Glob(_) => vec![("*".to_owned(), ModulePath::new())],
        UseTree::Group(group) => group.items.iter().flat_map(imports_of).collect(),
    }
}

/// Returns true if an attribute marks an item that exists only for tests.
fn is_for_tests(attribute: &Attribute) -> bool {
    match &attribute.meta {
        syn::Meta::Path(path) => path.is_ident("test"),
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        _ => false,
    }
}

/// Returns the attributes of an item.
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

/// Returns the name that an item defines, except a module or an import.
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
