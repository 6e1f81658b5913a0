import { describeAction } from "./describe-action.ts";

const url = "https://billing.internal";

describeAction("forward-internal", {
  right: [{ url }, { url, binding: "internal", on_error: "halt" }],
  wrong: [
    [{ on_error: "halt" }, "", '"url" is missing.'],
    [{ url, binding: "public" }, "/binding", '"public" is not an allowed value.'],
    [{ url, on_error: "stop" }, "/on_error", '"stop" is not an allowed value.'],
  ],
});
