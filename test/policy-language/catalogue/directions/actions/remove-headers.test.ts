import { describeAction } from "./describe-action.ts";

describeAction("remove-headers", {
  right: [{ headers: ["server"] }],
  wrong: [
    [{ headers: [] }, "/headers", '"headers" must have 1 entry at least.'],
    [
      { headers: Array.from({ length: 11 }, (_item, index) => `x-${index}`) },
      "/headers",
      '"headers" may have 10 entries at most.',
    ],
    [{ headers: { server: "" } }, "/headers", '"headers" must be a list, not an object.'],
    [{ headers: ["user-agent"] }, "/headers/0", '"user-agent" cannot stand here.'],
  ],
});
