import { Refusal } from '../api';
import type { VersionCard } from '../api/league';

/** Sends an archive and tells how much of it has gone; a fetch could not. */
export function upload(address: string, archive: Blob, told: (part: number) => void, signal: AbortSignal): Promise<VersionCard> {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.setRequestHeader('content-type', 'application/zip');
    request.upload.addEventListener('progress', ({ loaded, total }) => told(total === 0 ? 0 : loaded / total));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) done(JSON.parse(request.responseText) as VersionCard);
      else fail(refusal(request));
    });
    request.addEventListener('error', () => fail(new TypeError('the connection broke off')));
    request.addEventListener('abort', () => fail(new DOMException('stopped', 'AbortError')));
    signal.addEventListener('abort', () => request.abort());
    request.send(archive);
  });
}

function refusal({ responseText, status, statusText }: XMLHttpRequest): Refusal {
  try {
    const { code, error } = JSON.parse(responseText) as { code: string; error: string };
    return new Refusal(error, code);
  } catch {
    return new Refusal(responseText.slice(0, 500) || `${status} ${statusText}`, status === 413 ? 'too-large' : '');
  }
}
