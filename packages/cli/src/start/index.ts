import { loadPart } from "./load-part.ts";

loadPart("part:main/main");
