#!/usr/bin/env bash
# Runs three kernels from files, on the route that the configuration gives them, and checks each against the CPU.
set -euo pipefail

usage() {
    echo "usage: run.sh BUILD_DIR OUT_DIR [--language cl|cu]"
    echo "Writes its inputs and results into OUT_DIR. Without --language it takes .cl files if the configuration runs"
    echo "them on its preferred device, and .cu files otherwise."
}

[[ ${1:-} == --help || ${1:-} == -h ]] && usage && exit 0
if [[ $# -ne 2 && ! ($# -eq 4 && ${3:-} == --language && (${4:-} == cl || ${4:-} == cu)) ]]; then
    usage >&2
    exit 2
fi
build=$1
out=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
kernels=$here/../kernels
quovis=$build/bin/quovis

mkdir -p "$out"
"$build/examples/inputs_cpp" "$out"
language=${4:-$("$build/examples/language_cpp" "$kernels" 2>"$out/language.log")} || {
    cat "$out/language.log" >&2
    echo "run.sh: the configuration runs neither .cl nor .cu files here" >&2
    exit 3
}

echo "-- saxpy.$language: y = 2.5 x + y, 1048576 elements of x.npy and y.npy"
"$quovis" run "$kernels/saxpy.$language" --kernel saxpy --grid 4096 --block 256 --time \
    --arg i32=1048576 --arg f32=2.5 --arg "f32[]=@$out/x.npy" --arg "f32[]=@$out/y.npy" \
    --print 3:6 --save "3=$out/saxpy.npy" 2>&1
"$build/examples/check_cpp" saxpy "$out"

echo "-- sobel.$language: the edges of photo.png, 1920 x 1280 pixels"
"$quovis" run "$kernels/sobel.$language" --kernel sobel --grid 120,80 --block 16,16 --time --repeat 10 \
    --arg i32=1920 --arg i32=1280 --arg "u8[]=@$out/photo.png" --arg 'u8[2457600]=zero' \
    --save "3=$out/edges.png" --shape 1920x1280 2>&1
"$build/examples/check_cpp" sobel "$out"
echo "result: $out/edges.png"

echo "-- matmul.$language: the product of two 512 x 512 matrices, tile by tile"
"$quovis" run "$kernels/matmul.$language" --kernel matmul --grid 32,32 --block 16,16 --time --repeat 10 \
    --arg i32=512 --arg "f32[]=@$out/a.npy" --arg "f32[]=@$out/b.npy" --arg 'f32[262144]=zero' \
    --print 3:4 --save "3=$out/product.npy" 2>&1
"$build/examples/check_cpp" matmul "$out"
