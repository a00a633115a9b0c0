// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {TuneEdition} from "../src/TuneEdition.sol";
import {TuneFactory} from "../src/TuneFactory.sol";
import {Harness} from "./Harness.sol";

/// @dev What most projects would deploy instead: OpenZeppelin's ERC-721, which numbers its tokens itself.
contract PlainERC721 is ERC721 {
    uint256 private next = 1;

    constructor() ERC721("Plain", "PLAIN") {}

    function mint(address to) external {
        _mint(to, next++);
    }
}

/// @title Gas goals: they fail when missed.
/// @dev Isolated, so that every call is measured as the whole transaction it would be: with cold storage, its data
/// and the 21,000 of any transaction.
contract GasTest is Harness {
    event Measured(string what, uint256 gas);

    uint256 private constant UNITS = 100;
    string private constant IPFS = "ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy";
    uint64 private constant EXPIRES = 1_800_000_000;

    function setUp() public override {
        super.setUp();
        vm.prank(address(desk));
        edition = TuneEdition(factory.create(bytes16(uint128(7)), facts(1000)));
    }

    function used(string memory what) private returns (uint256 gas) {
        gas = vm.lastCallGas().used;
        emit Measured(what, gas);
    }

    function wallet(uint256 number) private pure returns (address) {
        return address(uint160(uint256(keccak256(abi.encode(number)))));
    }

    function plainMint() private returns (uint256) {
        PlainERC721 plain = new PlainERC721();
        plain.mint(wallet(0));
        return used("a mint by a plain ERC-721");
    }

    function assignCall(uint256 unit) private view returns (bytes memory) {
        return packedCall(address(edition), abi.encodeCall(edition.assign, (wallet(unit), unit, EXPIRES)));
    }

    function saleCalls(uint256 unit) private view returns (bytes memory) {
        return abi.encodePacked(
            assignCall(unit),
            packedCall(address(balance), abi.encodeCall(balance.move, (wallet(unit), wallet(1000), 1800))),
            packedCall(address(balance), abi.encodeCall(balance.move, (wallet(unit), wallet(1001), 200))),
            packedCall(
                address(book),
                abi.encodeCall(
                    book.sold, (address(edition), unit, wallet(unit), 2000, bytes16(keccak256(abi.encode(unit))))
                )
            )
        );
    }

    /// forge-config: default.isolate = true
    function testAUnitInABatchCostsAtMostSevenTenthsOfAPlainMint() public {
        bytes memory batch;
        for (uint256 unit = 1; unit <= UNITS; ++unit) {
            batch = abi.encodePacked(batch, packedOperation(uint64(100_000 + unit), assignCall(unit)));
        }
        desk.run(batch);
        uint256 perUnit = used("a hundred units to as many new wallets") / UNITS;
        for (uint256 unit = 1; unit <= UNITS; ++unit) {
            assertEq(edition.ownerOf(unit), wallet(unit));
        }
        require(perUnit * 10 <= plainMint() * 7, "a unit costs more than seven tenths of a plain mint");
    }

    /// @dev A whole sale does what four transactions would: unit, two payments and the record.
    /// forge-config: default.isolate = true
    function testAWholeSaleInABatchCostsLessThanTwoPlainMints() public {
        bytes memory batch;
        for (uint256 unit = 1; unit <= UNITS; ++unit) {
            vm.prank(address(desk));
            balance.credit(wallet(unit), 2000);
            batch = abi.encodePacked(batch, packedOperation(uint64(100_000 + unit), saleCalls(unit)));
        }
        desk.run(batch);
        uint256 perSale = used("a hundred whole sales") / UNITS;
        assertEq(balance.balanceOf(wallet(1000)), 1800 * UNITS);
        require(perSale < plainMint() * 2, "a whole sale costs two plain mints");
    }

    /// forge-config: default.isolate = true
    function testANewProjectCostsAtMostATenthOfAPlainDeployment() public {
        TuneFactory.Facts memory project = TuneFactory.Facts(1000, RECEIVER, unicode"Maré Cheia", "MARE", IPFS, IPFS);
        bytes memory data = abi.encodeCall(factory.create, (bytes16(keccak256("project")), project));
        desk.run(packedOperation(100_000, packedCall(address(factory), data)));
        uint256 made = used("a new project");
        uint256 before = gasleft();
        new PlainERC721();
        uint256 plain = before - gasleft();
        emit Measured("deploying a plain ERC-721", plain);
        require(made * 10 <= plain, "a new project costs more than a tenth of a plain deployment");
    }

    /// forge-config: default.isolate = true
    function testABidInAListCostsLessThanATenthOfAPlainMint() public {
        bytes memory bids;
        bytes memory refs;
        for (uint256 i; i < UNITS; ++i) {
            bytes16 ref = bytes16(keccak256(abi.encode(i)));
            bids = abi.encodePacked(bids, wallet(i), uint64(2000 + i), ref);
            refs = abi.encodePacked(refs, ref);
        }
        desk.run(packedOperation(1, packedCall(address(book), abi.encodeCall(book.bided, (address(edition), bids)))));
        uint256 perBid = used("a hundred bids") / UNITS;
        desk.run(packedOperation(2, packedCall(address(book), abi.encodeCall(book.released, (address(edition), refs)))));
        uint256 perRelease = used("a hundred releases") / UNITS;
        uint256 tenth = plainMint() / 10;
        require(perBid <= tenth && perRelease <= tenth, "an entry of a list costs more than a tenth of a plain mint");
    }
}
