import { type ActionEffect, headerValues } from "../action/effect.ts";
import { detectContentType } from "../action/detect-content-type.ts";
import { ResponseState } from "../exchange/response-state.ts";

const customResponse: ActionEffect = (config) => {
  const status = config.number("status_code");
  const content = config.template("content");
  const headers = config.headers("headers");
  if (status === undefined) config.missing("status_code");
  return (run) => {
    const body = content?.toText(run) ?? "";
    const fields = headerValues(headers, run);
    const response = new ResponseState({
      ...(status !== undefined && { status }),
      headers: fields,
      body,
    });
    const isInferred = run.options.contentTypeOfAnswer === "inferred" && body !== "";
    if (isInferred && !response.headers.has("content-type")) {
      response.headers.set("content-type", detectContentType(body));
    }
    return { kind: "answer", response };
  };
};

export default customResponse;
