import { next, type ActionEffect } from "../action/effect.ts";
import { readReplacements } from "../action/replacements.ts";

const sseFindReplace: ActionEffect = (config) => {
  const replace = readReplacements(config);
  return (run) => {
    const { message } = run;
    if (message === undefined) return { kind: "fail", message: "There is no message." };
    const matched = replace(run, {
      get: (field = "data") => message.value(field),
      set(field = "data", changed) {
        if (run.options.failsAtUnknown) run.checkKnown(changed);
        run.changes?.push({ what: "body", before: message.value(field) ?? null, after: changed });
        message.setValue(field, changed);
      },
    });
    run.leave({ "actions.ngrok.sse_find_replace.replacements": matched });
    return matched.length === 0 ? { kind: "next", note: "Nothing matches." } : next;
  };
};

export default sseFindReplace;
