// The tree of a document, for who looks into one: an entry point of its own, beside the values of the main one.
export { moved, isSameRule, treeByRule, type Section } from "./by-rule.ts";
export { jsonSections } from "./json-sections.ts";
export { readJson } from "./json-tree.ts";
export * from "./tree.ts";
