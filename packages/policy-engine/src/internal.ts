// For the other packages of this repository: these names may change in any release.

export { rulesAfterUpstream, rulesBeforeUpstream } from "./policy/compile-policy.ts";
export { knownByService, type KnownByService } from "./known-by-service.ts";
export { expressionTexts, expressionTextsIn } from "./policy/expression-texts.ts";
export { formatUrl, parseUrl, type UrlParts } from "./exchange/url.ts";
export { logicTree, type LogicTree } from "./expression/logic-tree.ts";
export { saysNothing } from "./variables/is-known.ts";
export { parseMediaType } from "./variables/reader.ts";
export { answersOf, behaviourIn, openQuestions, type OpenQuestion } from "./options.ts";
export { isNotKnown, outcomeWord } from "./cases/compare-outcome.ts";
export { expandCase, type CaseTable } from "./cases/policy-case.ts";
export { caseState, isCovered } from "./cases/run-case.ts";
export { gapText } from "./coverage/policy-coverage.ts";
export { questionKinds } from "./run/questions.ts";
export { endpointText, protocolOf } from "./site/compiled-site.ts";
export { mostForwards, notInSite, tooManyForwards } from "./site/simulate-site.ts";
