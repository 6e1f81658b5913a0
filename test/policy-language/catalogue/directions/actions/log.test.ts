import { describeAction } from "./describe-action.ts";

describeAction("log", {
  right: [{ metadata: {} }, { metadata: { "any key": [1, null, { nested: true }] } }],
  wrong: [
    [{}, "", '"metadata" is missing.'],
    [{ metadata: "a" }, "/metadata", '"metadata" must be an object, not text.'],
  ],
});
