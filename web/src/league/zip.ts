/** A file for an archive: its path with slashes, and what is in it. */
export interface Packed {
  path: string;
  data: Blob;
}

/** What no bot needs: histories, and what its build makes anew. */
const LEFT_OUT = new Set(['.git', '.hg', '.svn', '.venv', 'venv', 'node_modules', 'target', '__pycache__', '.idea', '.vscode', '.DS_Store']);

export const isWanted = (path: string): boolean => !path.split('/').some((part) => LEFT_OUT.has(part));

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (CRC[(value ^ byte) & 255] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** A ZIP archive of some files, as PKWARE's APPNOTE has it: no ZIP64, names in UTF-8. */
export async function zip(files: readonly Packed[]): Promise<Blob> {
  const parts: BlobPart[] = [];
  const central: BlobPart[] = [];
  let [offset, listed] = [0, 0];
  for (const { path, data } of files) {
    const plain = new Uint8Array(await data.arrayBuffer());
    const packed = await deflated(plain);
    const name = new TextEncoder().encode(path);
    const sizes = [crc32(plain), packed.length, plain.length] as const;
    const local = header(30, (put) => {
      put(0x04034b50, 4).put(20, 2);
      common(put, sizes, name.length);
    });
    const entry = header(46, (put) => {
      // Made on a Unix, so that the mode holds: a browser does not tell which file may be run, so all may.
      put(0x02014b50, 4).put(0x0314, 2).put(20, 2);
      common(put, sizes, name.length);
      put(0, 2).put(0, 2).put(0, 2).put((0o100755 << 16) >>> 0, 4).put(offset, 4);
    });
    parts.push(local, name, packed);
    central.push(entry, name);
    offset += local.length + name.length + packed.length;
    listed += entry.length + name.length;
  }
  const end = header(22, (put) => {
    put(0x06054b50, 4).put(0, 2).put(0, 2).put(files.length, 2).put(files.length, 2).put(listed, 4).put(offset, 4).put(0, 2);
  });
  return new Blob([...parts, ...central, end], { type: 'application/zip' });
}

interface Put {
  (value: number, bytes: 2 | 4): { put: Put };
}

/** Flags (UTF-8), deflate, no time of day, check sum, sizes, length of the name, no extra field. */
function common(put: Put, [check, packed, plain]: readonly [number, number, number], name: number): void {
  put(0x0800, 2).put(8, 2).put(0, 2).put(0x21, 2).put(check, 4).put(packed, 4).put(plain, 4).put(name, 2).put(0, 2);
}

function header(length: number, fill: (put: Put) => void): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(length));
  let at = 0;
  const put: Put = (value, bytes) => {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
    return { put };
  };
  fill(put);
  return new Uint8Array(view.buffer);
}

async function deflated(plain: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([plain]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The files of a folder that was dropped, with paths from inside it. */
export async function filesOf(folder: FileSystemDirectoryEntry, prefix = ''): Promise<Packed[]> {
  const reader = folder.createReader();
  const found: Packed[] = [];
  for (;;) {
    // A reader hands out a hundred entries at a time.
    const entries = await new Promise<FileSystemEntry[]>((take, fail) => reader.readEntries(take, fail));
    if (entries.length === 0) return found;
    for (const entry of entries) {
      const path = prefix + entry.name;
      if (!isWanted(path)) continue;
      if (entry.isDirectory) found.push(...(await filesOf(entry as FileSystemDirectoryEntry, `${path}/`)));
      else found.push({ path, data: await new Promise<File>((take, fail) => (entry as FileSystemFileEntry).file(take, fail)) });
    }
  }
}

/** The files of a folder that was chosen: the folder's own name is not part of their paths. */
export function chosenFiles(files: Iterable<File>): Packed[] {
  return [...files]
    .map((data) => ({ path: data.webkitRelativePath.split('/').slice(1).join('/'), data }))
    .filter(({ path }) => path !== '' && isWanted(path));
}
