import { next, type ActionEffect } from "../action/effect.ts";

const addHeaders: ActionEffect = (config) => {
  const headers = config.templates("headers");
  return (run) => {
    // All values first: none of them shall see a header that another one adds.
    const added = headers.map(([name, value]) => [name.toLowerCase(), value.toText(run)] as const);
    for (const [name, value] of added) {
      run.changeHeader(name, name === "host" ? "set" : "append", value);
    }
    return next;
  };
};

export default addHeaders;
