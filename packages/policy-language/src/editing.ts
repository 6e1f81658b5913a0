// What is read of documents and expressions while somebody writes them, however broken they are: an entry point of its
// own, beside what reads them exactly.
export { type Section } from "./document/tree/by-rule.ts";
export { DocumentTrees, wholeTree, type YamlTrees } from "./document/tree/document-trees.ts";
export { jsonSections } from "./document/tree/json-sections.ts";
export * from "./document/tree/tree.ts";
export * from "./expression/operands.ts";
export * from "./expression/tokens.ts";
