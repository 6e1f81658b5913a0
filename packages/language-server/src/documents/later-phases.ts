import { dialectNamed, type Dialect } from "@traffic-policy/policy-language";
import { Later } from "./later.ts";

/** The dialect of phases, loaded when a document first names one: it is a third of what the server has to read. */
export class LaterPhases extends Later<Dialect> {
  constructor() {
    super(() => dialectNamed("phases"));
  }
}
