import { describeAction } from "./describe-action.ts";

describeAction("url-rewrite", {
  right: [{ from: "/v1/", to: "/v2/", format: "nginx" }],
  wrong: [
    [{ to: "/v2/" }, "", '"from" is missing.'],
    [{ from: ["/v1/"], to: "/v2/" }, "/from", '"from" must be text, not a list.'],
  ],
});
