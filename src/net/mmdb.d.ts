// Tells the compiler that importing a country database as a file gives its path.

declare module '*.mmdb' {
  const path: string;
  export default path;
}
