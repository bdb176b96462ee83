// Pixi builds functions from text unless told otherwise; the page's content-security policy forbids that.
import 'pixi.js/unsafe-eval';
// A renderer can draw what pixi knew when the renderer was made. A game's part may come later than that, so what stages are made of is told
// here, before any renderer is: without it a part that is late has no words, and the first one that moves is an error.
import 'pixi.js/graphics';
import 'pixi.js/text';
import 'pixi.js/text-bitmap';
