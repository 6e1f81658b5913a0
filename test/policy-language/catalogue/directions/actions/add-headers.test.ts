import { describeAction } from "./describe-action.ts";

const eleven = Object.fromEntries(Array.from({ length: 11 }, (_item, index) => [`x-${index}`, ""]));

describeAction("add-headers", {
  right: [{ headers: { host: "example.com" } }],
  wrong: [
    [undefined, "", 'The action "add-headers" needs a config with "headers".'],
    [{ headers: {} }, "/headers", '"headers" must have at least 1 entry.'],
    [{ headers: eleven }, "/headers", '"headers" must have at most 10 entries.'],
    [{ headers: { "x-a": 1 } }, "/headers/x-a", '"x-a" must be text, not a number.'],
    [
      { headers: { "User-Agent": "a" } },
      "/headers/User-Agent",
      '"User-Agent" is not allowed as a key here.',
    ],
  ],
});
