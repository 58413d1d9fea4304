// Tells the compiler that a migration imported as text is a string.

declare module '*.sql' {
  const text: string;
  export default text;
}
