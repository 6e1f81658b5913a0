import { describeAction } from "./describe-action.ts";

describeAction("deny", {
  right: [undefined, null, {}, { status_code: 999 }],
  wrong: [
    [{ status: 403 }, "/status", 'Unknown key "status".'],
    [
      { status_code: 403.5 },
      "/status_code",
      '"status_code" must be a whole number, not a fraction.',
    ],
  ],
});
