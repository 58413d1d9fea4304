// Answers with skins and faces that /openapi.json describes.

export const SKIN_ANSWERS: [path: string, target: string, status: number][] = [
  ['/skin/{name}', '/skin/Alice.png', 200],
  ['/skin/{name}', '/skin/Nobody', 404],
  ['/face/{name}', '/face/Alice.png', 200],
  ['/face/{name}', '/face/Alice.png?size=7', 400],
  ['/face/{name}', '/face/Nobody.png', 404],
];
