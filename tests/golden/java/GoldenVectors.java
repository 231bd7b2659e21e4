import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Prints what the JDK writes for ints, longs, floats and doubles, one vector a line:
 *
 * <pre>WRITER TYPE VALUE-BITS... = BYTES</pre>
 *
 * all in hexadecimal. Writers: "single" is java.io.DataOutputStream, value by value; "array" is java.nio.ByteBuffer, value
 * by value, at an odd offset; "view" is a typed view of a ByteBuffer, the whole array in one call. The byte order is the
 * default of all three, big-endian.
 *
 * Usage: java GoldenVectors.java > ../bulkio_java.txt
 */
public final class GoldenVectors {
  private static final int[] INTS = {
    0, 1, -1, 127, 128, -128, -129, 255, 256, 32767, 32768, -32768, 65535, 65536, 0x01020304, 0x80000001, 0xfffefdfc,
    Integer.MAX_VALUE, Integer.MIN_VALUE
  };
  private static final long[] LONGS = {
    0L, 1L, -1L, 255L, 256L, 65536L, 0xffffffffL, 0x100000000L, 0x0102030405060708L, 0x8000000000000001L,
    0xfffefdfcfbfaf9f8L, (long) Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE
  };
  // Zeros, ones, infinities, denormals, extremes, quiet NaNs, signalling NaNs, each with both signs and with payloads.
  private static final int[] FLOAT_BITS = {
    0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x3dcccccd, 0x7f800000, 0xff800000, 0x00000001, 0x80000001, 0x007fffff,
    0x807fffff, 0x00800000, 0x7f7fffff, 0xff7fffff, 0x7fc00000, 0xffc00000, 0x7fc00001, 0xffc12345, 0x7fffffff, 0xffffffff,
    0x7f800001, 0xff800001, 0x7fa00000, 0xffa54321, 0x7fbfffff, 0xffbfffff
  };
  private static final long[] DOUBLE_BITS = {
    0x0000000000000000L, 0x8000000000000000L, 0x3ff0000000000000L, 0xbff0000000000000L, 0x3fb999999999999aL,
    0x7ff0000000000000L, 0xfff0000000000000L, 0x0000000000000001L, 0x8000000000000001L, 0x000fffffffffffffL,
    0x800fffffffffffffL, 0x0010000000000000L, 0x7fefffffffffffffL, 0xffefffffffffffffL, 0x7ff8000000000000L,
    0xfff8000000000000L, 0x7ff8000000000001L, 0xfff8123456789abcL, 0x7fffffffffffffffL, 0xffffffffffffffffL,
    0x7ff0000000000001L, 0xfff0000000000001L, 0x7ff4000000000000L, 0xfff4fedcba987654L, 0x7ff7ffffffffffffL,
    0xfff7ffffffffffffL
  };
  /** Long enough to take the bulk paths of the JDK, and of whoever reads this, through vector lengths and remainders. */
  private static final int[] LENGTHS = {1, 2, 3, 7, 8, 9, 17, 33, 67, 131, 259};

  /** The typed values of `bits`; never through a floating-point operation that could quiet a signalling NaN. */
  private static float[] floats(int[] bits) {
    ByteBuffer buffer = ByteBuffer.allocate(4 * bits.length);
    buffer.asIntBuffer().put(bits);
    float[] values = new float[bits.length];
    buffer.asFloatBuffer().get(values);
    return values;
  }

  private static double[] doubles(long[] bits) {
    ByteBuffer buffer = ByteBuffer.allocate(8 * bits.length);
    buffer.asLongBuffer().put(bits);
    double[] values = new double[bits.length];
    buffer.asDoubleBuffer().get(values);
    return values;
  }

  /** The first `length` of `edges` repeated, every other repetition with its low bits stirred. */
  private static int[] cycle(int[] edges, int length) {
    int[] values = new int[length];
    for (int i = 0; i < length; ++i) {
      values[i] = edges[i % edges.length] ^ (i / edges.length % 2 == 0 ? 0 : i);
    }
    return values;
  }

  private static long[] cycle(long[] edges, int length) {
    long[] values = new long[length];
    for (int i = 0; i < length; ++i) {
      values[i] = edges[i % edges.length] ^ (i / edges.length % 2 == 0 ? 0 : i);
    }
    return values;
  }

  private static void print(String writer, String type, int[] bits, byte[] bytes, int from) {
    StringBuilder line = new StringBuilder(writer).append(' ').append(type);
    for (int value : bits) {
      line.append(String.format(" %08x", value));
    }
    print(line, bytes, from);
  }

  private static void print(String writer, String type, long[] bits, byte[] bytes, int from) {
    StringBuilder line = new StringBuilder(writer).append(' ').append(type);
    for (long value : bits) {
      line.append(String.format(" %016x", value));
    }
    print(line, bytes, from);
  }

  private static void print(StringBuilder line, byte[] bytes, int from) {
    line.append(" = ");
    for (int i = from; i < bytes.length; ++i) {
      line.append(String.format("%02x", bytes[i]));
    }
    System.out.println(line);
  }

  private static void ints(int[] values) throws IOException {
    ByteArrayOutputStream single = new ByteArrayOutputStream();
    DataOutputStream data = new DataOutputStream(single);
    ByteBuffer array = ByteBuffer.allocate(1 + 4 * values.length);
    array.put((byte) 0);
    for (int value : values) {
      data.writeInt(value);
      array.putInt(value);
    }
    ByteBuffer view = ByteBuffer.allocate(4 * values.length);
    view.asIntBuffer().put(values);
    print("single", "int", values, single.toByteArray(), 0);
    print("array", "int", values, array.array(), 1);
    print("view", "int", values, view.array(), 0);
  }

  private static void longs(long[] values) throws IOException {
    ByteArrayOutputStream single = new ByteArrayOutputStream();
    DataOutputStream data = new DataOutputStream(single);
    ByteBuffer array = ByteBuffer.allocate(1 + 8 * values.length);
    array.put((byte) 0);
    for (long value : values) {
      data.writeLong(value);
      array.putLong(value);
    }
    ByteBuffer view = ByteBuffer.allocate(8 * values.length);
    view.asLongBuffer().put(values);
    print("single", "long", values, single.toByteArray(), 0);
    print("array", "long", values, array.array(), 1);
    print("view", "long", values, view.array(), 0);
  }

  private static void floats32(int[] bits) throws IOException {
    float[] values = floats(bits);
    ByteArrayOutputStream single = new ByteArrayOutputStream();
    DataOutputStream data = new DataOutputStream(single);
    ByteBuffer array = ByteBuffer.allocate(1 + 4 * values.length);
    array.put((byte) 0);
    for (float value : values) {
      data.writeFloat(value);
      array.putFloat(value);
    }
    ByteBuffer view = ByteBuffer.allocate(4 * values.length);
    view.asFloatBuffer().put(values);
    print("single", "float", bits, single.toByteArray(), 0);
    print("array", "float", bits, array.array(), 1);
    print("view", "float", bits, view.array(), 0);
  }

  private static void doubles64(long[] bits) throws IOException {
    double[] values = doubles(bits);
    ByteArrayOutputStream single = new ByteArrayOutputStream();
    DataOutputStream data = new DataOutputStream(single);
    ByteBuffer array = ByteBuffer.allocate(1 + 8 * values.length);
    array.put((byte) 0);
    for (double value : values) {
      data.writeDouble(value);
      array.putDouble(value);
    }
    ByteBuffer view = ByteBuffer.allocate(8 * values.length);
    view.asDoubleBuffer().put(values);
    print("single", "double", bits, single.toByteArray(), 0);
    print("array", "double", bits, array.array(), 1);
    print("view", "double", bits, view.array(), 0);
  }

  public static void main(String[] arguments) throws IOException {
    ints(INTS);
    longs(LONGS);
    floats32(FLOAT_BITS);
    doubles64(DOUBLE_BITS);
    for (int length : LENGTHS) {
      ints(cycle(INTS, length));
      longs(cycle(LONGS, length));
      floats32(cycle(FLOAT_BITS, length));
      doubles64(cycle(DOUBLE_BITS, length));
    }
  }
}
