import { describeAction } from "./describe-action.ts";

describeAction("redirect", {
  right: [{ to: "https://example.com/" }, { to: "/a", status_code: 399, format: "nginx" }],
  wrong: [
    [{ from: "/a" }, "", '"to" is missing.'],
    [{ to: "/a", status_code: 200 }, "/status_code", '"status_code" must be 300 or more.'],
    [{ to: "/a", status_code: 400 }, "/status_code", '"status_code" must be 399 or less.'],
    [{ to: "/a", format: "apache" }, "/format", '"apache" is not an allowed value.'],
  ],
});
