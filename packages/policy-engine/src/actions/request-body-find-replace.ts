import { replaceInBody } from "../action/replace-body.ts";

export default replaceInBody(
  "actions.ngrok.request_body_find_replace.replacements",
  ({ request }) => request,
);
