import { headerValues, next, type ActionEffect } from "../action/effect.ts";

const addHeaders: ActionEffect = (config) => {
  const headers = config.headers("headers");
  return (run) => {
    // All values first: none of them shall see a header that another one adds.
    const added = headerValues(headers, run);
    for (const [name, value] of added) {
      run.changeHeader(name, name.toLowerCase() === "host" ? "set" : "append", value);
    }
    run.leave({
      "actions.ngrok.add_headers.headers_added": Object.fromEntries(
        added.map(([name, value]) => [name.toLowerCase(), value]),
      ),
    });
    return next;
  };
};

export default addHeaders;
