import { shortened } from "../shortened.ts";
import type { DocumentError } from "./document-error.ts";
import { syntaxSentences } from "./syntax-sentences.ts";

/** Puts an error into words: what is wrong, and what to do. */
export function describeDocumentError({ code, detail: whole }: DocumentError): {
  message: string;
  help: string;
} {
  const detail = shortened(whole);
  switch (code) {
    case "syntax": {
      const [message, help] = syntaxSentences[detail] ?? syntaxSentences.Unexpected;
      return { message, help };
    }
    case "duplicate-key":
      return {
        message: `The key ${JSON.stringify(detail)} stands twice in one object.`,
        help: "Remove one of the two; readers disagree about which of them counts.",
      };
    case "too-deep":
      return {
        message: `The document is nested deeper than ${detail} levels.`,
        help: "A policy needs a handful of levels; look for brackets that are not closed.",
      };
    case "alias-unknown":
      return {
        message: `Nothing before this is named &${detail}.`,
        help: `Write &${detail} before the value that is meant; it must stand earlier in the file.`,
      };
    case "alias-recursive":
      return {
        message: `*${detail} stands inside the value that it repeats.`,
        help: "JSON has no value that contains itself: write out what is meant.",
      };
    case "aliases-too-large":
      return {
        message: `The aliases stand for more than ${detail} values and characters.`,
        help: "Aliases of values with aliases multiply: write out what is meant.",
      };
    case "key-not-text":
      return {
        message: `The key ${detail} is not text.`,
        help: 'JSON has only text as keys: write it in quotes, like "1".',
      };
    case "merge-key":
      return {
        message: "YAML 1.2 has no merge key <<.",
        help: 'Write out the members; if you mean a key of this name, write it in quotes: "<<".',
      };
    case "number-not-finite":
      return {
        message: `JSON has no number ${detail}.`,
        help: "Write a finite number; if you mean the text, write it in quotes.",
      };
    case "several-documents":
      return {
        message: "A second YAML document starts here.",
        help: "Keep one policy in the file, and remove the line ---.",
      };
    case "tag-unknown":
      return {
        message: `The tag ${detail} has no meaning in a policy.`,
        help: "Remove it; a policy consists of text, numbers, true, false, null, lists and objects.",
      };
    case "tag-mismatch":
      return {
        message: `This value is not what its tag ${detail} says.`,
        help: "Remove the tag, or write a value of its kind.",
      };
    case "yaml-version":
      return {
        message: `Policies are read as YAML 1.2, not ${detail}.`,
        help: "Remove the line %YAML; in YAML 1.2, yes, no, on and off are text.",
      };
  }
}
