import type { Locator } from "@playwright/test"
import { decodeQR } from "qr/decode.js"

/** The text that a phone's camera would read in this picture. */
export async function scanQr(picture: Locator): Promise<string> {
  const png = await picture.screenshot()
  const page = await picture.page().context().newPage()
  const pixels = await page.evaluate(
    async (address) => {
      const image = new Image()
      image.src = address
      await image.decode()
      const { width, height } = image
      const canvas = Object.assign(document.createElement("canvas"), { width, height })
      const drawing = canvas.getContext("2d")
      drawing?.drawImage(image, 0, 0)
      return { width, height, data: [...(drawing?.getImageData(0, 0, width, height).data ?? [])] }
    },
    `data:image/png;base64,${png.toString("base64")}`,
  )
  await page.close()
  return decodeQR({ ...pixels, data: Uint8Array.from(pixels.data) })
}
