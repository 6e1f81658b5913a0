import { formatDate } from "../../expression/format.ts";
import type { VariableReaders } from "../reader.ts";

const time: VariableReaders = { "time.now": (run) => formatDate(new Date(run.now)) };

export default time;
