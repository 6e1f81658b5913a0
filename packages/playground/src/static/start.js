import { mount } from "./playground.js";

const element = document.querySelector("#playground");
if (element !== null) mount(element);
