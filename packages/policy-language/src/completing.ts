// What can be written at a place of a document: an entry point of its own, which a browser loads when it is needed.
export * from "./document/tree/missing-commas.ts";
export * from "./document/tree/places.ts";
export {
  isInBrackets,
  nextSign,
  quotedIn,
  type Places,
  type Quoted,
  type WrittenPlace,
} from "./document/tree/written-place.ts";
