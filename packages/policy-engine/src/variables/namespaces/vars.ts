import type { VariableReaders } from "../reader.ts";

const vars: VariableReaders = { vars: (run) => run.vars ?? {} };

export default vars;
