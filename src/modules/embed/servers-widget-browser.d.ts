// Tells the compiler that the widget is imported as text.

declare const text: string;
export default text;
