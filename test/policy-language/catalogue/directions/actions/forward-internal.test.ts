import { describeAction } from "./describe-action.ts";

const url = "https://billing.internal";

describeAction("forward-internal", {
  right: [{ url }, { url, binding: "internal", on_error: "halt" }],
  wrong: [
    [{ on_error: "halt" }, "", '"url" is missing.'],
    [
      { url, binding: "public" },
      "/binding",
      '"public" is not one of the values that are possible here.',
    ],
    [
      { url, on_error: "stop" },
      "/on_error",
      '"stop" is not one of the values that are possible here.',
    ],
  ],
});
