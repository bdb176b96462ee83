import './kinds';
import { Container, RendererType, Ticker, autoDetectRenderer, type Renderer } from 'pixi.js';

import { drawings } from './drawing';
import type { Arrangement, Box, Point, Stage } from './stage';

export interface HostEvents {
  hover(point: Point | null, screen: Point): void;
  press(point: Point): void;
  /** A finger stays where it is; whether that meant something. */
  hold(point: Point): boolean;
  /** The wheel was turned, in pixels, upwards positive. Whether that meant something; else it zooms. */
  wheel(by: number): boolean;
  /** The picture was moved or scaled: what lies above it must follow. */
  moved(): void;
  /** What is told besides the board stands elsewhere now. */
  arranged?(): void;
}

/** How far a press may wander, in pixels; a finger is not as steady as a mouse. */
const NEAR = 6;
const NEAR_FINGER = 14;
/** A press that is this long is a long one, in milliseconds. */
const LONG = 480;
const DEEPEST = 8;
/** Pixels between the picture and the edge of its window. */
const AROUND = 3;
/** Pixels of the largest texture that is kept of a stage's fixed parts; every graphics card takes it. */
const LARGEST_TEXTURE = 4096;
/** Pixels in a line, for wheels that count lines. */
const LINE = 20;

/**
 * The canvas: fits a stage's world into the window, zooms and pans, and draws only when told to. There is no ticker: a
 * page on which nothing moves draws nothing.
 */
export class Host {
  private readonly world = new Container();
  private readonly above = new Container();
  private renderer: Renderer | null = null;
  private stage: Stage | null = null;
  /** What of the world is to be seen for each arrangement that may be chosen; the first is taken where none is better. */
  private boxes: readonly (readonly [where: Arrangement, box: Box])[] = [];
  private where: Arrangement = 'above';
  private box: Box = { x: 0, y: 0, width: 1, height: 1 };
  private fixed: readonly Container[] = [];
  /** Pixels per unit of the fixed parts' textures; 0 where they are drawn anew each time. */
  private sharp = 0;
  private zoom = 1;
  private centre: Point = { x: 0.5, y: 0.5 };
  /** The scale that the stage knows; 0: it has to be told. */
  private told = 0;
  private pending = 0;
  private readonly pointers = new Map<number, Point>();
  private travelled = 0;
  private watcher: ResizeObserver | null = null;
  private gone = false;

  private constructor(
    private readonly frame: HTMLElement,
    private readonly events: HostEvents,
  ) {
    this.world.addChild(this.above);
  }

  static async make(frame: HTMLElement, events: HostEvents, preference = drawings()): Promise<Host> {
    const host = new Host(frame, events);
    // Pixi's own clock would wake the page for ever; its housekeeping is done beside our own drawing instead.
    Ticker.system.autoStart = false;
    Ticker.system.stop();
    const renderer = await autoDetectRenderer({
      preference,
      antialias: true,
      backgroundAlpha: 0,
      autoDensity: true,
      resolution: Math.min(devicePixelRatio, 3),
      width: 10,
      height: 10,
      eventMode: 'none',
    });
    Ticker.system.stop();
    if (host.gone) {
      renderer.destroy();
      return host;
    }
    host.renderer = renderer;
    const canvas = renderer.canvas as HTMLCanvasElement;
    canvas.setAttribute('aria-hidden', 'true');
    canvas.style.display = 'block';
    // Tests and the curious can see what draws.
    canvas.dataset['drawing'] = renderer.type === RendererType.CANVAS ? 'canvas' : 'webgl';
    frame.prepend(canvas);
    host.listen(canvas);
    // A graphics card that was taken away and given back has forgotten what was drawn once.
    canvas.addEventListener('webglcontextrestored', () => {
      host.sharp = 0;
      host.place();
    });
    host.watcher = new ResizeObserver(() => host.resize());
    host.watcher.observe(frame);
    host.resize();
    return host;
  }

  /** Puts a world on the canvas, in place of the one before; `bare` without what the page tells beside it. Gives how wide it is to its height. */
  show(stage: Stage, layer: Container | null, bare = false): number {
    const { root, board, arrangements, fixed = [] } = stage;
    const before = this.boxes[0]?.[1];
    const kinds: Arrangement[] = bare || arrangements === undefined ? ['bare'] : ['above', 'beside'];
    this.stage = stage;
    this.boxes = kinds.map((where) => [where, arrangements?.[where] ?? board]);
    this.where = 'above';
    this.fixed = fixed;
    this.sharp = 0;
    this.told = 0;
    this.world.removeChildren();
    this.above.removeChildren();
    this.world.addChild(root, this.above);
    if (layer !== null) this.above.addChild(layer);
    const usual = this.boxes[0]?.[1] ?? board;
    if (before?.width !== usual.width || before.height !== usual.height) this.reset();
    this.place();
    return usual.width / usual.height;
  }

  /** Draws once, with the next picture of the screen. */
  request(): void {
    if (this.pending !== 0 || this.gone) return;
    this.pending = requestAnimationFrame(() => {
      this.pending = 0;
      this.render();
    });
  }

  /** Draws now what was to be drawn with the next picture. */
  flush(): void {
    if (this.pending === 0) return;
    cancelAnimationFrame(this.pending);
    this.pending = 0;
    this.render();
  }

  render(): void {
    if (this.renderer === null || this.gone) return;
    Ticker.system.update(performance.now());
    this.renderer.render(this.world);
  }

  /** What is seen now, as a picture on a ground of its own. */
  picture(ground: string): Promise<Blob | null> {
    if (this.renderer === null) return Promise.resolve(null);
    const from = this.renderer.canvas as HTMLCanvasElement;
    const canvas = Object.assign(document.createElement('canvas'), { width: from.width, height: from.height });
    const context = canvas.getContext('2d');
    if (context === null) return Promise.resolve(null);
    context.fillStyle = ground;
    context.fillRect(0, 0, canvas.width, canvas.height);
    // A canvas of the graphics card can be read only in the same breath in which it was drawn.
    this.render();
    context.drawImage(from, 0, 0);
    return new Promise((done) => canvas.toBlob(done));
  }

  reset(): void {
    this.zoom = 1;
    this.place();
  }

  /** From the world to the frame's pixels. */
  toScreen(point: Point): Point {
    return this.world.toGlobal(point);
  }

  destroy(): void {
    this.gone = true;
    cancelAnimationFrame(this.pending);
    this.watcher?.disconnect();
    this.world.removeChildren();
    this.renderer?.destroy({ removeView: true });
    this.renderer = null;
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.frame;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer?.resize(clientWidth, clientHeight);
    this.place();
    // A resized canvas is empty: without this the page flickers.
    this.render();
  }

  /** Where the board is largest, there stands what is told besides it. */
  private choose({ width, height }: { width: number; height: number }): void {
    const fitOf = (box: Box) => Math.min(width / box.width, height / box.height);
    const best = this.boxes.reduce((a, b) => (fitOf(b[1]) > fitOf(a[1]) ? b : a), this.boxes[0] ?? (['bare', this.box] as const));
    const [where, box] = best;
    this.box = box;
    if (where === this.where) return;
    this.where = where;
    this.told = 0;
    this.stage?.arrange?.(where);
    this.events.arranged?.();
  }

  private place(): void {
    const { clientWidth: width, clientHeight: height } = this.frame;
    const room = { width: Math.max(width - AROUND * 2, 1), height: Math.max(height - AROUND * 2, 1) };
    this.choose(room);
    const { box } = this;
    const scale = Math.min(room.width / box.width, room.height / box.height) * this.zoom;
    const half = { x: width / scale / 2, y: height / scale / 2 };
    this.centre =
      this.zoom === 1
        ? { x: box.x + box.width / 2, y: box.y + box.height / 2 }
        : { x: hold(this.centre.x, half.x, box.x, box.width), y: hold(this.centre.y, half.y, box.y, box.height) };
    if (scale !== this.told) {
      this.told = scale;
      if (this.stage?.scaled?.(scale) === true) for (const part of this.fixed) part.updateCacheTexture();
    }
    this.sharpen(scale);
    this.world.scale.set(scale);
    this.world.position.set(width / 2 - this.centre.x * scale, height / 2 - this.centre.y * scale);
    this.note();
    this.events.moved();
    this.request();
  }

  /** Tests and the curious can see where on the canvas the world and its board are. */
  private note(): void {
    if (this.renderer === null || this.stage === null) return;
    const { dataset, style } = this.renderer.canvas as HTMLCanvasElement;
    // A finger scrolls the page, unless the picture is larger than its window: then it moves the picture.
    style.touchAction = this.zoom > 1 ? 'none' : 'pan-x pan-y';
    const { position, scale } = this.world;
    const { x, y, width, height } = this.stage.board;
    dataset['world'] = [position.x, position.y, scale.x].join(' ');
    dataset['board'] = [position.x + x * scale.x, position.y + y * scale.x, width * scale.x, height * scale.x].join(' ');
  }

  /** What never changes is drawn once, into a texture as fine as the screen; without a graphics card that is most of the work. */
  private sharpen(scale: number): void {
    // Pixi's plain canvas draws such textures at the wrong scale: there the parts are drawn anew each time.
    if (this.renderer === null || this.renderer.type === RendererType.CANVAS) return;
    const exact = scale * this.renderer.resolution;
    // While somebody zooms, not every step is worth a new texture.
    const wanted = this.zoom === 1 ? exact : 2 ** Math.ceil(Math.log2(exact));
    const sharp = Math.max(this.box.width, this.box.height) * wanted <= LARGEST_TEXTURE ? wanted : 0;
    if (sharp === this.sharp) return;
    this.sharp = sharp;
    for (const part of this.fixed) part.cacheAsTexture(sharp === 0 ? false : { resolution: sharp, antialias: true });
  }

  private zoomAt(point: Point, factor: number): void {
    const before = this.world.toLocal(point);
    this.zoom = Math.min(Math.max(this.zoom * factor, 1), DEEPEST);
    this.place();
    const after = this.world.toLocal(point);
    this.pan(before.x - after.x, before.y - after.y);
  }

  private pan(x: number, y: number): void {
    this.centre = { x: this.centre.x + x, y: this.centre.y + y };
    this.place();
  }

  private listen(canvas: HTMLCanvasElement): void {
    const place = (event: { offsetX: number; offsetY: number }) => ({ x: event.offsetX, y: event.offsetY });
    // Two fingers mean the picture, not the page.
    for (const name of ['touchstart', 'touchmove'] as const) {
      canvas.addEventListener(name, (event) => event.touches.length > 1 && event.cancelable && event.preventDefault(), { passive: false });
    }
    let finger = false;
    let held = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const near = () => this.travelled < (finger ? NEAR_FINGER : NEAR);
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      const at = place(event);
      this.pointers.set(event.pointerId, at);
      clearTimeout(timer);
      if (this.pointers.size > 1) return;
      this.travelled = 0;
      held = false;
      finger = event.pointerType !== 'mouse';
      if (finger) {
        timer = setTimeout(() => {
          if (this.pointers.size === 1 && near()) held = this.events.hold(this.world.toLocal(at));
        }, LONG);
      }
    });
    canvas.addEventListener('pointermove', (event) => {
      const now = place(event);
      const was = this.pointers.get(event.pointerId);
      if (was === undefined) {
        this.events.hover(this.world.toLocal(now), now);
        return;
      }
      this.drag(event.pointerId, was, now, near);
    });
    const release = (event: PointerEvent, pressed: boolean) => {
      const was = this.pointers.get(event.pointerId);
      this.pointers.delete(event.pointerId);
      clearTimeout(timer);
      if (pressed && !held && was !== undefined && this.pointers.size === 0 && near() && event.button === 0) {
        const at = place(event);
        // A finger has no hover: the press shows what a hover would have shown.
        if (finger) this.events.hover(this.world.toLocal(at), at);
        this.events.press(this.world.toLocal(at));
      }
    };
    canvas.addEventListener('pointerup', (event) => release(event, true));
    canvas.addEventListener('pointercancel', (event) => release(event, false));
    canvas.addEventListener('pointerleave', (event) => this.events.hover(null, place(event)));
    // A long press is ours, not the browser's menu; two taps are often a choice and its confirmation.
    canvas.addEventListener('contextmenu', (event) => finger && event.preventDefault());
    canvas.addEventListener('dblclick', () => !finger && this.reset());
    canvas.addEventListener(
      'wheel',
      (event) => {
        const line = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1;
        if (!event.ctrlKey && this.events.wheel(-event.deltaY * line)) {
          event.preventDefault();
          return;
        }
        if (!event.ctrlKey && this.zoom === 1 && event.deltaY > 0) return;
        event.preventDefault();
        this.zoomAt(place(event), Math.exp(-event.deltaY / 400));
      },
      { passive: false },
    );
  }

  private drag(id: number, was: Point, now: Point, near: () => boolean): void {
    const others = [...this.pointers].filter(([other]) => other !== id).map(([, point]) => point);
    this.pointers.set(id, now);
    this.travelled += Math.hypot(now.x - was.x, now.y - was.y);
    const [other] = others;
    if (other !== undefined) {
      const factor = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(Math.hypot(was.x - other.x, was.y - other.y), 1);
      // A press does not come of two fingers.
      this.travelled += NEAR_FINGER;
      this.zoomAt({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }, factor);
    } else if (!near() && this.zoom > 1) {
      const scale = this.world.scale.x;
      this.pan((was.x - now.x) / scale, (was.y - now.y) / scale);
    }
  }
}

/** Keeps the middle of the window where the world still fills it. */
function hold(centre: number, half: number, from: number, size: number): number {
  if (half * 2 >= size) return from + size / 2;
  return Math.min(Math.max(centre, from + half), from + size - half);
}
