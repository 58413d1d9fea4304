// Tells the compiler that importing one of these as a file gives its path.

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
