export {
  suggestCases,
  type Suggestion,
  type SuggestionOptions,
} from "./suggestion/suggest-cases.ts";
