import { replaceInBody } from "../action/replace-body.ts";

export default replaceInBody(
  "actions.ngrok.response_body_find_replace.replacements",
  ({ response }) => response,
);
