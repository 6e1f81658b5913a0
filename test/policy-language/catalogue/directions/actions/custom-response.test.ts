import { describeAction } from "./describe-action.ts";

const eleven = Object.fromEntries(Array.from({ length: 11 }, (_item, index) => [`x-${index}`, ""]));

describeAction("custom-response", {
  right: [{ status_code: 204 }],
  wrong: [
    [{ content: "a" }, "", '"status_code" is missing.'],
    [{ status_code: "200" }, "/status_code", '"status_code" must be a whole number, not text.'],
    [{ status_code: 200, body: "a" }, "/body", 'Unknown key "body".'],
    [{ status_code: 200, headers: eleven }, "/headers", '"headers" must have at most 10 entries.'],
  ],
});
