/** The version of Node.js in the executable and the image: the smallest with long-term support. */
export const nodeOfExecutable = "24.21.0";
