import { describeAction } from "./describe-action.ts";

const eleven = Object.fromEntries(Array.from({ length: 11 }, (_item, index) => [`x-${index}`, ""]));

describeAction("add-headers", {
  right: [{ headers: { host: "example.com" } }],
  wrong: [
    [undefined, "", 'The action "add-headers" needs a config with "headers".'],
    [{ headers: {} }, "/headers", '"headers" must have 1 entry at least.'],
    [{ headers: eleven }, "/headers", '"headers" may have 10 entries at most.'],
    [{ headers: { "x-a": 1 } }, "/headers/x-a", '"x-a" must be text, not a number.'],
    [
      { headers: { "User-Agent": "a" } },
      "/headers/User-Agent",
      '"User-Agent" is a key that cannot stand here.',
    ],
  ],
});
