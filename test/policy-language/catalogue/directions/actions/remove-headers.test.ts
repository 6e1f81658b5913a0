import { describeAction } from "./describe-action.ts";

describeAction("remove-headers", {
  right: [{ headers: ["server"] }],
  wrong: [
    [{ headers: [] }, "/headers", '"headers" must have at least 1 entry.'],
    [
      { headers: Array.from({ length: 11 }, (_item, index) => `x-${index}`) },
      "/headers",
      '"headers" must have at most 10 entries.',
    ],
    [{ headers: { server: "" } }, "/headers", '"headers" must be a list, not an object.'],
    [{ headers: ["user-agent"] }, "/headers/0", '"user-agent" is not allowed here.'],
  ],
});
