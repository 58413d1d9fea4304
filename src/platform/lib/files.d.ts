// Tells the compiler that an import of one of these files gives its path.

declare module '*.mmdb' {
  const path: string;
  export default path;
}

declare module '*.ttf' {
  const path: string;
  export default path;
}

declare module '*.wasm' {
  const path: string;
  export default path;
}
