import { removeImage, uploadImage } from '../../../lib/public-uploads.ts'

/** Side of the saved picture in pixels: the largest place that shows it, at double density. */
const SIDE = 512
const QUALITY = 0.9

/** The step that failed; after `upload` the message says why. */
export class PhotoFault extends Error {
  override name = 'PhotoFault'
  readonly step: 'upload' | 'profile'
  constructor(step: 'upload' | 'profile', cause: unknown) {
    super(cause instanceof Error ? cause.message : '', { cause })
    this.step = step
  }
}

type NewPhoto = {
  /** The file it was cut from: gives its name, and transparency only if it could have any. */
  file: File
  canvas: HTMLCanvasElement
  /** The URL of the current picture. */
  previous: string | null
}

/** Uploads the picture, saves its URL in the profile, and removes the previous one. Throws PhotoFault. */
export async function savePhoto(photo: NewPhoto, keep: (address: string) => Promise<void>): Promise<void> {
  let address: string
  try {
    const picture = await encode(photo.canvas, photo.file.type === 'image/png' ? 'image/png' : 'image/jpeg')
    address = await uploadImage('profile', photo.file.name, picture)
  } catch (cause) {
    throw new PhotoFault('upload', cause)
  }
  try {
    await keep(address)
  } catch (cause) {
    // It is not referenced any more; if it cannot be removed now, erasing the account removes it.
    await removeImage(address).catch(() => undefined)
    throw new PhotoFault('profile', cause)
  }
  if (photo.previous) await removeImage(photo.previous).catch(() => undefined)
}

async function encode(source: HTMLCanvasElement, type: 'image/jpeg' | 'image/png'): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  if (type === 'image/jpeg') {
    context.fillStyle = 'white'
    context.fillRect(0, 0, SIDE, SIDE)
  }
  context.drawImage(source, 0, 0, SIDE, SIDE)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), type, QUALITY)
  })
}
