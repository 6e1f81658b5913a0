import { headerValues } from "../action/header-values.ts";
import { next, type ActionEffect } from "../action/effect.ts";

const addHeaders: ActionEffect = (config) => {
  const headers = config.headers("headers");
  return (run) => {
    // All values first: none of them shall see a header that another one adds.
    for (const [name, value] of headerValues(headers, run)) {
      run.changeHeader(name, name.toLowerCase() === "host" ? "set" : "append", value);
    }
    return next;
  };
};

export default addHeaders;
