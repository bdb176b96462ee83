import type { Box, Point } from '../../stage/stage';
import type { Config, Point as Cell } from './types';

export const CELL = 100;
export const RIM = 46;
/** How far the board's frame reaches beyond its cells. */
export const FRAME = 18;

/** Where things are in the world: the teams' cards above, the board below. */
export class Layout {
  readonly cols: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
  /** The cards are as large as the board is wide, so that they can be read on a small screen too. */
  readonly scale: number;
  /** Where the board begins. */
  readonly top: number;
  /** The board with its frame. */
  readonly board: Box;

  constructor(config: Config) {
    this.rows = config.map.length;
    this.cols = config.map[0]?.length ?? 0;
    this.width = this.cols * CELL + RIM * 2;
    this.scale = Math.min(this.width / CARDS.width, 1.5);
    this.top = CARDS.height * this.scale - RIM / 2;
    this.height = this.top + this.rows * CELL + RIM * 2;
    this.board = { x: RIM - FRAME, y: this.top + RIM - FRAME, width: this.cols * CELL + FRAME * 2, height: this.rows * CELL + FRAME * 2 };
  }

  /** The middle of a cell; cells between cells are fine. */
  middle({ x, y }: Cell): Point {
    return { x: RIM + (x + 0.5) * CELL, y: this.top + RIM + (y + 0.5) * CELL };
  }

  corner({ x, y }: Cell): Point {
    return { x: RIM + x * CELL, y: this.top + RIM + y * CELL };
  }

  /** The cell at a place of the world, if there is one. */
  cellAt({ x, y }: Point): Cell | null {
    const cell = { x: Math.floor((x - RIM) / CELL), y: Math.floor((y - this.top - RIM) / CELL) };
    return cell.x >= 0 && cell.y >= 0 && cell.x < this.cols && cell.y < this.rows ? cell : null;
  }
}

/** The room for the cards above the board in their own unit. */
export const CARDS = { width: 1640, height: 196 };

/** The column of cards beside the board: as high as the board, a quarter as wide, and narrower where there are very many teams. */
export function column({ board }: Layout, teams: number): { width: number; scale: number; gap: number } {
  const gap = 16;
  const scale = Math.min(board.height / 4 / COLUMN.width, board.height / (COLUMN.card * teams + COLUMN.order));
  return { width: COLUMN.width * scale, scale, gap };
}

/** A column of cards in their own unit: how wide, how much of its height a card has, and how much the order. */
export const COLUMN = { width: 310, card: 178, order: 420 };
