// Declares that a migration that is imported as text is a string.

declare module '*.sql' {
  const text: string;
  export default text;
}
