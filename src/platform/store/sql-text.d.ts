// Types the import of a migration as text.

declare module '*.sql' {
  const text: string;
  export default text;
}
