// The tree of a document, for who looks into one: an entry point of its own, beside the values of the main one.
export { type Section } from "./by-rule.ts";
export { DocumentTrees, wholeTree, type YamlTrees } from "./document-trees.ts";
export { jsonSections } from "./json-sections.ts";
export * from "./missing-commas.ts";
export * from "./places.ts";
export * from "./tree.ts";
export {
  isInBrackets,
  nextSign,
  quotedIn,
  type Places,
  type Quoted,
  type WrittenPlace,
} from "./written-place.ts";
