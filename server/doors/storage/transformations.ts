/** How a picture is to be drawn, as callers write it and as answers name it. */
import * as v from 'valibot'
import { STORAGE_BUDGET } from './budget.ts'
import { StorageError } from './errors.ts'
import { WIDTHS } from './renditions.ts'

const number = (least: number, most: number) =>
  v.optional(
    v.pipe(
      v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number))]),
      v.integer(),
      v.minValue(least),
      v.maxValue(most),
    ),
  )

const schema = v.object({
  width: number(1, STORAGE_BUDGET.pictureSide.limit),
  height: number(1, STORAGE_BUDGET.pictureSide.limit),
  quality: number(20, 100),
  resize: v.optional(v.picklist(['cover', 'contain', 'fill'])),
  format: v.optional(v.picklist(['origin', 'avif', 'webp'])),
})

/** Sides in pixels, quality in percent. */
export type Transformation = v.InferOutput<typeof schema>

/** Draws the picture; throws when the bytes are none. */
export type Transform = (
  original: Buffer,
  wanted: Transformation & { accept: string },
) => Promise<{ bytes: Buffer; type: string }>

/** The original's, and not offered here. */
const OTHERS = ['gravity', 'x_offset', 'y_offset']

/** Reads query parameters or the field of a body. Throws InvalidRequest, naming what is not understood. */
export function transformation(wanted: Record<string, unknown>): Transformation {
  const other = OTHERS.find((name) => wanted[name] !== undefined)
  if (other) throw new StorageError('InvalidRequest', `${other} is not offered`)
  const parsed = v.safeParse(schema, wanted)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new StorageError('InvalidRequest', `${v.getDotPath(issue) ?? 'transform'} ${issue.message}`)
}

/** Without another wish than a width that is drawn once and stored. */
export function isOffered({ width, height, quality, resize, format }: Transformation): boolean {
  const others = [height, quality, resize, format].filter((wish) => wish !== undefined)
  return others.length === 0 && WIDTHS.some((one) => one === width)
}

const RESIZING = { cover: 'fill', contain: 'fit', fill: 'force' } as const

/** The one text that stands for a transformation: in answers with the renderer's words, in tokens with the caller's. */
export function describe(wanted: Transformation, words: 'answered' | 'signed'): string {
  const { width, height, resize = 'cover', quality, format } = wanted
  const mode = words === 'answered' ? `resizing_type:${RESIZING[resize]}` : `resize:${resize}`
  return [
    height && `height:${height}`,
    width && `width:${width}`,
    (width || height) && mode,
    quality && `quality:${quality}`,
    format && format !== 'origin' && `format:${format}`,
  ]
    .filter(Boolean)
    .join(',')
}

/** The transformation that a token carries. */
export function transformationOf(signed: string): Transformation {
  return transformation(Object.fromEntries(signed.split(',').map((part) => part.split(':'))))
}
