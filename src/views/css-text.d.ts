// Tells the compiler that a stylesheet imported as text is a string.

declare module '*.css' {
  const text: string;
  export default text;
}
