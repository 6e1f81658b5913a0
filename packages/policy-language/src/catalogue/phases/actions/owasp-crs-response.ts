import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";
import { coreRuleSet, coreRuleSetResults } from "../core-rule-set.ts";

export default defineAction({
  type: "owasp-crs-response",
  description: "Answers 403 instead of responses that the OWASP Core Rule Set takes for attacks.",
  config: Type.Object(coreRuleSet, { additionalProperties: false }),
  sections: { http: ["on_http_response"], tcp: [], tls: [] },
  endsProcessing: { when: "the score reaches the threshold of 4" },
  changes: [],
  results: coreRuleSetResults("owasp_crs_response"),
  interpolated: [],
  regularExpressions: [],
  example: { process_body: true, exclude_rule_ids: [911100] },
  unsure: [
    "Whether `on_error: continue` also lets through what is refused is documented in two ways.",
    "`on_error` is documented as required, and with a default.",
  ],
});
