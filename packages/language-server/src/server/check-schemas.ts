// The schemas of cases and assertions. A module of its own, so that it brings nothing else of theirs with it when it
// is loaded with the first document of such a kind.
export { caseFileSchema } from "@traffic-policy/policy-engine/formats";
export { assertionFileSchema } from "@traffic-policy/policy-proof/formats";
